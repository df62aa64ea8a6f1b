use dynalab_messages::figures;

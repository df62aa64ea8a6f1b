name = "readings-prod"

# The request as text, in every form. These sentences are in the editor module, which a visit fetches when it opens one.

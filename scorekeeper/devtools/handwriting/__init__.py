"""How the model that reads digits is trained; docs/digits-model.md is its model card."""

module "readings" {
  source = "./modules/table"
  name   = "readings"
}

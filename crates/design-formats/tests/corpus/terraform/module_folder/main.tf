module "readings" {
  source = "./table"
  name   = "readings"
}

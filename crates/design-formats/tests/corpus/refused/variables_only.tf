variable "prefix" {
  type    = string
  default = "dev"
}

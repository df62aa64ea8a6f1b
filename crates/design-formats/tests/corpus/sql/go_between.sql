CREATE DATABASE x
GO
USE x
go
CREATE TABLE boats (id INTEGER PRIMARY KEY, name VARCHAR(40));
GO
EXEC sp_addextendedproperty N'MS_Description', N'a boat; or two'
GO 2
CREATE TABLE crews (id INTEGER PRIMARY KEY)
GO

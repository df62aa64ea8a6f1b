// Starts sql.js, and shows a row that went through it.
const SQL = await globalThis.initSqlJs({ locateFile: (file) => "/bench/" + file });
const database = new SQL.Database();
database.run("CREATE TABLE orders (customer TEXT, number INTEGER, PRIMARY KEY (customer, number))");
database.run("INSERT INTO orders VALUES (?, ?)", ["a customer", 1]);
const [{ values }] = database.exec("SELECT * FROM orders");
document.getElementById("row").textContent = values[0].join(" ");
document.body.dataset.started = "";

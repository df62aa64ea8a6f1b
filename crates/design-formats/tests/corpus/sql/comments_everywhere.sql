-- CREATE TABLE a (id int);
/* CREATE TABLE b (id int); /* deeper */
# a comment; of MySQL
CREATE /* here */ TABLE kept ( -- it's
  id INT /* key; */ PRIMARY KEY, # more
  `note` TEXT COMMENT 'a -- b /* c'
) ENGINE=InnoDB;

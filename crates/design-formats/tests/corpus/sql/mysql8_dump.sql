-- MySQL dump 10.13  Distrib 8.0.40, for Linux (x86_64)
--
-- Host: localhost    Database: festival
-- ------------------------------------------------------
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
SET @MYSQLDUMP_TEMP_LOG_BIN = @@SESSION.SQL_LOG_BIN;
SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ '';

DROP TABLE IF EXISTS `acts`;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `acts` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `name` varchar(120) COLLATE utf8mb4_0900_ai_ci NOT NULL,
  `genre` enum('folk','noise','it''s jazz') CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci DEFAULT 'folk',
  `rider` json DEFAULT NULL,
  `fee` decimal(9,2) unsigned zerofill DEFAULT NULL,
  `secret` int DEFAULT NULL /*!80023 INVISIBLE */,
  `updated_at` timestamp(6) NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  `slug` varchar(120) GENERATED ALWAYS AS (lower(replace(`name`,_utf8mb4' ',_utf8mb4'-'))) STORED,
  `place` point NOT NULL /*!80003 SRID 4326 */,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uniq_slug` (`slug`),
  KEY `genre_idx` (`genre`,`name`(10)) /*!80000 INVISIBLE */,
  SPATIAL KEY `place_idx` (`place`),
  CONSTRAINT `fee_chk` CHECK ((`fee` >= 0)) /*!80016 NOT ENFORCED */
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci /*!80016 DEFAULT ENCRYPTION='N' */
/*!50100 PARTITION BY KEY (id)
PARTITIONS 2 */;
LOCK TABLES `acts` WRITE;
/*!40000 ALTER TABLE `acts` DISABLE KEYS */;
INSERT INTO `acts` (`id`, `name`) VALUES (1,'The \'Quiet\' Ones;'),(2,'a\\b\';'),(3,'-- none /*');
/*!40000 ALTER TABLE `acts` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `stages`;
CREATE TABLE `stages` (
  `code` char(3) NOT NULL,
  `covered` tinyint(1) NOT NULL DEFAULT '0',
  `opened` year DEFAULT NULL,
  PRIMARY KEY (`code`),
  KEY `covered_idx` (`covered`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE `slots` (
  `stage` char(3) NOT NULL,
  `starts` datetime NOT NULL,
  `act_id` bigint unsigned DEFAULT NULL,
  PRIMARY KEY (`stage`,`starts`),
  KEY `act` (`act_id`),
  CONSTRAINT `slots_act` FOREIGN KEY (`act_id`) REFERENCES `acts` (`id`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `slots_stage` FOREIGN KEY (`stage`) REFERENCES `stages` (`code`)
) ENGINE=InnoDB;
/*!50001 DROP VIEW IF EXISTS `today`*/;
/*!50001 CREATE VIEW `today` AS SELECT 1 AS `id`*/;
/*!50003 CREATE*/ /*!50020 DEFINER=`root`@`%`*/ /*!50003 FUNCTION `hours`(n INT) RETURNS int
    DETERMINISTIC
BEGIN RETURN n / 60; END */ ;;
-- Dump completed on 2026-03-01

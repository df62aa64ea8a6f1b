--
-- PostgreSQL database dump
--

\restrict Sailors2026

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: harbour; Type: DATABASE; Schema: -; Owner: postgres
--

CREATE DATABASE harbour WITH TEMPLATE = template0 ENCODING = 'UTF8' LOCALE_PROVIDER = libc LOCALE = 'C.UTF-8';


ALTER DATABASE harbour OWNER TO postgres;

\unrestrict Sailors2026
\connect harbour
\restrict Sailors2026

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: archive; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA archive;


ALTER SCHEMA archive OWNER TO postgres;

--
-- Name: pgcrypto; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pgcrypto WITH SCHEMA public;


--
-- Name: EXTENSION pgcrypto; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pgcrypto IS 'cryptographic functions';


--
-- Name: mood; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.mood AS ENUM (
    'calm',
    'rough'
);


ALTER TYPE public.mood OWNER TO postgres;

--
-- Name: touch(); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN NEW.seen := now(); RETURN NEW; END; $$;


ALTER FUNCTION public.touch() OWNER TO postgres;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: boats; Type: TABLE; Schema: archive; Owner: postgres
--

CREATE TABLE archive.boats (
    id integer NOT NULL,
    note text
);


ALTER TABLE archive.boats OWNER TO postgres;

--
-- Name: boats_id_seq; Type: SEQUENCE; Schema: archive; Owner: postgres
--

ALTER TABLE archive.boats ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME archive.boats_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: boats; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.boats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    harbour_id bigint NOT NULL,
    name text NOT NULL,
    afloat boolean DEFAULT true NOT NULL,
    built date,
    seen timestamp with time zone DEFAULT now(),
    price numeric(10,2),
    spec jsonb,
    CONSTRAINT boats_price_check CHECK ((price > (0)::numeric))
);


ALTER TABLE public.boats OWNER TO postgres;

--
-- Name: TABLE boats; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON TABLE public.boats IS 'it''s; a boat';


--
-- Name: afloat; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.afloat AS
 SELECT boats.id,
    boats.harbour_id,
    boats.name,
    boats.afloat,
    boats.built,
    boats.seen,
    boats.price,
    boats.spec
   FROM public.boats
  WHERE boats.afloat;


ALTER TABLE public.afloat OWNER TO postgres;

--
-- Name: counts; Type: MATERIALIZED VIEW; Schema: public; Owner: postgres
--

CREATE MATERIALIZED VIEW public.counts AS
 SELECT boats.harbour_id,
    count(*) AS count
   FROM public.boats
  GROUP BY boats.harbour_id
  WITH NO DATA;


ALTER TABLE public.counts OWNER TO postgres;

--
-- Name: harbours; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.harbours (
    id bigint NOT NULL,
    name character varying(60) NOT NULL,
    sea public.mood DEFAULT 'calm'::public.mood,
    open_at time without time zone,
    tags text[]
);


ALTER TABLE public.harbours OWNER TO postgres;

--
-- Name: harbours_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.harbours_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public.harbours_id_seq OWNER TO postgres;

--
-- Name: harbours_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.harbours_id_seq OWNED BY public.harbours.id;


--
-- Name: readings; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.readings (
    at timestamp without time zone NOT NULL,
    buoy integer NOT NULL,
    level real
)
PARTITION BY RANGE (at);


ALTER TABLE public.readings OWNER TO postgres;

--
-- Name: readings_2026; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.readings_2026 (
    at timestamp without time zone NOT NULL,
    buoy integer NOT NULL,
    level real
);


ALTER TABLE public.readings_2026 OWNER TO postgres;

--
-- Name: visits; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.visits (
    boat_id uuid NOT NULL,
    day date NOT NULL,
    nr integer NOT NULL,
    fee money
);


ALTER TABLE public.visits OWNER TO postgres;

--
-- Name: visits_nr_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

ALTER TABLE public.visits ALTER COLUMN nr ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.visits_nr_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: readings_2026; Type: TABLE ATTACH; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.readings ATTACH PARTITION public.readings_2026 FOR VALUES FROM ('2026-01-01 00:00:00') TO ('2027-01-01 00:00:00');


--
-- Name: harbours id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.harbours ALTER COLUMN id SET DEFAULT nextval('public.harbours_id_seq'::regclass);


--
-- Data for Name: boats; Type: TABLE DATA; Schema: archive; Owner: postgres
--



--
-- Data for Name: boats; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public.boats VALUES ('c1bf8177-ea6c-44fa-8d45-8bd44099e82a', 1, 'O''Hara', true, NULL, '2026-01-27 18:08:45+00', 12.50, NULL);
INSERT INTO public.boats VALUES ('784f5c46-066c-4992-9072-3fda6a48ec64', 2, '); DROP TABLE boats; --', true, NULL, '2026-01-27 18:08:45+00', 3.00, NULL);


--
-- Data for Name: harbours; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public.harbours VALUES (1, 'North; quay', 'calm', NULL, '{a,b}');
INSERT INTO public.harbours VALUES (2, 'tab	here \ back', 'calm', NULL, NULL);


--
-- Data for Name: readings_2026; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Data for Name: visits; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Name: boats_id_seq; Type: SEQUENCE SET; Schema: archive; Owner: postgres
--

SELECT pg_catalog.setval('archive.boats_id_seq', 1, false);


--
-- Name: harbours_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.harbours_id_seq', 2, true);


--
-- Name: visits_nr_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.visits_nr_seq', 1, false);


--
-- Name: boats boats_pkey; Type: CONSTRAINT; Schema: archive; Owner: postgres
--

ALTER TABLE ONLY archive.boats
    ADD CONSTRAINT boats_pkey PRIMARY KEY (id);


--
-- Name: boats boats_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.boats
    ADD CONSTRAINT boats_pkey PRIMARY KEY (id);


--
-- Name: harbours harbours_name_key; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.harbours
    ADD CONSTRAINT harbours_name_key UNIQUE (name);


--
-- Name: harbours harbours_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.harbours
    ADD CONSTRAINT harbours_pkey PRIMARY KEY (id);


--
-- Name: readings readings_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.readings
    ADD CONSTRAINT readings_pkey PRIMARY KEY (buoy, at);


--
-- Name: readings_2026 readings_2026_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.readings_2026
    ADD CONSTRAINT readings_2026_pkey PRIMARY KEY (buoy, at);


--
-- Name: visits visits_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_pkey PRIMARY KEY (boat_id, day);


--
-- Name: boats_afloat; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX boats_afloat ON public.boats USING btree (afloat) WHERE afloat;


--
-- Name: boats_by_harbour; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX boats_by_harbour ON public.boats USING btree (harbour_id, name);


--
-- Name: boats_lower; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX boats_lower ON public.boats USING btree (lower(name));


--
-- Name: boats_spec; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX boats_spec ON public.boats USING gin (spec);


--
-- Name: readings_2026_pkey; Type: INDEX ATTACH; Schema: public; Owner: postgres
--

ALTER INDEX public.readings_pkey ATTACH PARTITION public.readings_2026_pkey;


--
-- Name: boats touch; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER touch BEFORE UPDATE ON public.boats FOR EACH ROW EXECUTE FUNCTION public.touch();


--
-- Name: boats boats_harbour_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.boats
    ADD CONSTRAINT boats_harbour_id_fkey FOREIGN KEY (harbour_id) REFERENCES public.harbours(id) ON DELETE CASCADE;


--
-- Name: visits visits_boat_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_boat_id_fkey FOREIGN KEY (boat_id) REFERENCES public.boats(id);


--
-- Name: counts; Type: MATERIALIZED VIEW DATA; Schema: public; Owner: postgres
--

REFRESH MATERIALIZED VIEW public.counts;


--
-- PostgreSQL database dump complete
--

\unrestrict Sailors2026


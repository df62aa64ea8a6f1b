// A database that is prepared once for all tests of a file, and copied for each.

import { Dynalab, type OpenOptions } from "./database.js";

/** What the database of each test is made of. */
export interface TestOptions extends OpenOptions {
  /** Runs once: creates tables and writes what all tests need. */
  prepare?: (db: Dynalab) => unknown;
}

/** What a test gets. */
export interface Fixtures {
  /** A database of its own. */
  db: Dynalab;
}

/** Makes the databases of tests. */
export class Prepared {
  readonly #options: TestOptions;
  #original: Promise<Dynalab> | undefined;

  constructor(options: TestOptions) {
    this.#options = options;
  }

  /** Runs a test with a copy of its own, whose memory is given back afterwards. */
  async use<Result>(test: (db: Dynalab) => Result | Promise<Result>): Promise<Result> {
    this.#original ??= this.#open();
    const db = (await this.#original).fork();
    try {
      return await test(db);
    } finally {
      db.close();
    }
  }

  async #open(): Promise<Dynalab> {
    const { prepare, ...options } = this.#options;
    const db = await Dynalab.open(options);
    await prepare?.(db);
    return db;
  }
}

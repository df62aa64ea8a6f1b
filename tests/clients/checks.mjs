// Runs the checks of a script in order, and prints each result as a line of the Test Anything Protocol (TAP).

const checks = [];

/** Adds a check. */
export function check(name, run) {
  checks.push({ name, run });
}

/** Returns the error with which the promise rejects. A promise that is fulfilled fails the check. */
export async function raised(promise) {
  let result;
  try {
    result = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`no error, but ${JSON.stringify(result)}`);
}

/** Runs all checks. A failed check does not stop the next ones. */
export async function run() {
  let failed = 0;
  for (const [index, { name, run }] of checks.entries()) {
    try {
      await run();
      console.log(`ok ${index + 1} - ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`not ok ${index + 1} - ${name}: ${`${error}`.replace(/\s+/g, " ")}`);
      console.error(error);
    }
  }
  console.log(`1..${checks.length}`);
  // Some clients keep connections open.
  process.exit(failed === 0 ? 0 : 1);
}

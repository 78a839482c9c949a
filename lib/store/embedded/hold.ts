/**
 * One program at a time runs a data folder: whoever holds this lock, which ends with its connection and so cannot
 * outlive the program. `onLost` is called where the server goes away under it.
 */
import pg from "pg";

export interface Hold {
  release(): Promise<void>;
}

const LOCK = 20_240_002;

/** null: another program holds it. */
export async function holdDataFolder(url: string, onLost: () => void): Promise<Hold | null> {
  const client = new pg.Client({ connectionString: url, application_name: "staged-supervisor", keepAlive: true });
  let released = false;
  const lost = () => {
    if (!released) onLost();
    released = true;
  };
  client.on("error", lost);
  client.on("end", lost);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [LOCK]);
  const release = async () => {
    released = true;
    await client.end();
  };
  if (rows[0]?.held === true) return { release };
  await release();
  return null;
}

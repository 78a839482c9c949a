/** The programs that a start script runs: started again when they die, ended together, never left behind. */
import { spawn } from "node:child_process";
import { ROOT, say } from "./project.mjs";

const PATIENCE = 15_000;
const RESTARTS = 5;
const WITHIN = 60_000;

export function openChildren({ onGivingUp }) {
  const running = new Map();
  let ending = false;

  function start(name, [command, ...args], env, deaths = []) {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
      // The fourth is a channel whose end tells the child that this program is gone, also after a kill -9.
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    running.set(name, child);
    child.on("error", (error) => say(`The ${name} process cannot be started: ${error.message}`));
    child.on("exit", (code, signal) => {
      running.delete(name);
      if (ending) return;
      const recent = [...deaths, Date.now()].filter((time) => time > Date.now() - WITHIN);
      if (recent.length > RESTARTS) return onGivingUp(`the ${name} process keeps ending (${signal ?? code})`);
      // Ctrl-C reaches the children too, and may end them before this program hears of it.
      setTimeout(
        () => {
          if (ending) return;
          say(`The ${name} process ended (${signal ?? code}): starting it again`);
          start(name, [command, ...args], env, recent);
        },
        100 * 2 ** recent.length,
      );
    });
  }

  async function end() {
    ending = true;
    await Promise.all([...running.values()].map(endOne));
  }

  return { start, end };
}

function endOne(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), PATIENCE).unref();
  });
}

// node compile.mjs PYODIDE ARCHIVES : lance compile.py avec Pyodide, dans le dossier ARCHIVES.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide();
python.FS.mkdir("/archives");
python.FS.mount(python.FS.filesystems.NODEFS, { root: archives }, "/archives");
python.FS.chdir("/archives");
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf-8"));

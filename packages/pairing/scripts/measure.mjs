// Prints the minified and gzipped size of each role: the initial code, and the portable curves that
// only load where the platform has no native ones.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const goalDappGzip = 28_000

async function measure(role) {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../src/exports/${role}.ts`, import.meta.url)),
    platform: 'browser',
    logLevel: 'silent',
    resolve: { conditionNames: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
  })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  const entry = output.find(({ isEntry }) => isEntry)
  const eager = new Set([entry.fileName, ...entry.imports])
  const gzip = (chunks) =>
    chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
  return {
    atOnce: gzip(output.filter(({ fileName }) => eager.has(fileName))),
    onDemand: gzip(output.filter(({ fileName }) => !eager.has(fileName))),
  }
}

for (const role of ['dapp', 'wallet', 'index']) {
  const { atOnce, onDemand } = await measure(role)
  console.log(`${role.padEnd(6)} ${atOnce} B gzip at once, ${onDemand} B gzip on demand`)
  if (role === 'dapp' && atOnce > goalDappGzip) process.exitCode = 1
}

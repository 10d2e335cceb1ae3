import { PlainError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'

const image = 'latchkey-provider:check'
const startTimeoutMs = 60_000

/** Builds the provider's image and starts it with embedded defaults, where a container tool works. */
runMain(async () => {
  const programs = createPrograms()
  onStopSignal(programs.stopAll)
  const tool = await findTool(programs)
  if (!tool) {
    console.log('No container tool works here (docker, podman): the image was not checked.')
    return
  }
  const run = async (...args) => {
    const { code, output } = await programs.capture(tool, args)
    if (code !== 0) throw new PlainError(`${tool} ${args[0]} failed.\n${output.slice(-3000)}`)
    return output.trim()
  }
  await run('build', '--file', inRoot('deploy', 'Dockerfile'), '--tag', image, inRoot())
  const container = await run('run', '--detach', image)
  try {
    const ready = `fetch('http://127.0.0.1:4404/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))`
    const began = Date.now()
    for (;;) {
      const { code } = await programs.capture(tool, ['exec', container, 'node', '--eval', ready])
      if (code === 0) break
      if (Date.now() - began > startTimeoutMs) {
        throw new PlainError(`The container did not start.\n${await run('logs', container)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  } finally {
    await run('rm', '--force', container)
  }
  console.log(`The image was built with ${tool} and started.`)
})

async function findTool(programs) {
  for (const tool of ['docker', 'podman']) {
    if ((await programs.capture(tool, ['info'])).code === 0) return tool
  }
  return undefined
}

import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { createPrograms } from './programs.mjs'

const programs = createPrograms()
afterEach(programs.stopAll)

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Starts a shell with a child process and returns both process ids. */
async function startFamily(script) {
  const program = programs.start('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(program.child.stdout, 'data')
  return { program, grandchild: Number(String(line)) }
}

test('stopping a program stops what it started', async () => {
  const { program, grandchild } = await startFamily('sleep 1000 & echo $!; wait')
  expect(isAlive(grandchild)).toBe(true)
  await program.stop()
  await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false), { timeout: 20_000 })
})

test('stops what a program leaves behind when it ends', async () => {
  const { program, grandchild } = await startFamily('sleep 1000 & echo $!')
  expect(await program.exited).toMatchObject({ code: 0 })
  await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false), { timeout: 20_000 })
})

test('returns exit code and output separately', async () => {
  const result = await programs.capture('sh', ['-c', 'echo out; echo err >&2; exit 3'])
  expect(result).toMatchObject({ code: 3, stdout: 'out\n', stderr: 'err\n' })
  expect(await programs.run('sh', ['-c', 'exit 0'])).toBe(0)
})

test('a program that does not exist is a failure, not a crash', async () => {
  expect(await programs.run('no-such-program-here', [])).not.toBe(0)
})

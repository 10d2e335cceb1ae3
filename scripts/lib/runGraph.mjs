/**
 * Runs `work` for every step, at most `workers` at a time, each after all steps it `needs`. After a
 * failure nothing new starts; running steps are awaited and the first failure is thrown.
 */
export async function runGraph(steps, workers, work) {
  const names = new Set(steps.map(({ name }) => name))
  const waiting = [...steps]
  const done = new Set()
  const running = new Map()
  const failures = []

  const isReady = ({ needs }) => needs.every((name) => done.has(name) || !names.has(name))
  while (waiting.length > 0 || running.size > 0) {
    while (failures.length === 0 && running.size < workers) {
      const index = waiting.findIndex(isReady)
      if (index === -1) break
      const [step] = waiting.splice(index, 1)
      running.set(step.name, runStep(step))
    }
    if (running.size === 0) break
    await Promise.race(running.values())
  }
  if (failures.length > 0) throw failures[0]
  if (waiting.length > 0) {
    throw new Error(`Steps wait for each other: ${waiting.map(({ name }) => name).join(', ')}`)
  }

  async function runStep(step) {
    try {
      await work(step)
      done.add(step.name)
    } catch (error) {
      failures.push(error)
    } finally {
      running.delete(step.name)
    }
  }
}

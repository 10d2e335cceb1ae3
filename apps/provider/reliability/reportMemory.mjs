/** Preloaded into the provider: collects garbage on SIGUSR2 and prints the memory in use. */
process.on('SIGUSR2', () => {
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc()
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage()
  const left = { heapUsed, external, arrayBuffers, rss }
  process.stderr.write(`${JSON.stringify({ event: 'memory', left })}\n`)
})

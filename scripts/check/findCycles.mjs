/**
 * Closed paths of a graph, each the shortest through its first node and sharing that node with no
 * path before it. Empty exactly when the graph has no cycle.
 *
 * @param {Map<string, string[]>} graph
 * @returns {string[][]}
 */
export function findCycles(graph) {
  const cycles = []
  const done = new Set()
  for (const start of graph.keys()) {
    if (done.has(start)) continue
    const path = findShortestCycle(graph, start)
    if (path === undefined) continue
    for (const node of path) done.add(node)
    cycles.push(path)
  }
  return cycles
}

function findShortestCycle(graph, start) {
  const parents = new Map()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return trace(parents, start, node)
      if (parents.has(next)) continue
      parents.set(next, node)
      queue.push(next)
    }
  }
  return undefined
}

function trace(parents, start, end) {
  const path = [start]
  for (let node = end; node !== start; node = parents.get(node)) path.unshift(node)
  return [start, ...path]
}

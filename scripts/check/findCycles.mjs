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
    const path = shortestWayBack(graph, start)
    if (path === undefined) continue
    for (const node of path) done.add(node)
    cycles.push(path)
  }
  return cycles
}

function shortestWayBack(graph, start) {
  const cameFrom = new Map()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return trace(cameFrom, start, node)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return undefined
}

function trace(cameFrom, start, end) {
  const path = [start]
  for (let node = end; node !== start; node = cameFrom.get(node)) path.unshift(node)
  return [start, ...path]
}

/** Like `Promise.all` over `map`, with limited concurrency. */
export async function mapConcurrent<item, result>(
  items: readonly item[],
  concurrency: number,
  work: (item: item) => Promise<result>,
): Promise<result[]> {
  const results = new Array<result>(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await work(items[index] as item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return results
}

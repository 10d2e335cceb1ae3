/** Chain settings without a working node: signatures of keys are verified without one. */
export function silentChains(...ids) {
  return {
    chains: ids.map((id) => ({
      id,
      name: id,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      upstreams: ['http://127.0.0.1:9'],
    })),
  }
}

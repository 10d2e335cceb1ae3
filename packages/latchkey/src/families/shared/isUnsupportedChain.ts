/** Whether the provider's JSON-RPC proxy rejected a call because it does not serve the chain. */
export async function isUnsupportedChain(response: Response): Promise<boolean> {
  if (response.status !== 400) return false
  try {
    const { reasons } = Object(await response.json()) as { reasons?: unknown }
    return Array.isArray(reasons) && Object(reasons[0]).field === 'chainId'
  } catch {
    return false
  }
}

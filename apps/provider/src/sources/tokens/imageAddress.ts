const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i
const LONGEST_ADDRESS = 2_048
/** An answer with a picture inside stays below the 150 KB of the contract. */
export const LONGEST_IMAGE = 150_000

/**
 * A picture's address as a page may load it: the picture itself, or an https address. Files on IPFS are
 * fetched through the operator's gateway, if there is one.
 */
export function imageAddress(
  written: unknown,
  ipfsGateway: string | undefined,
): string | undefined {
  if (typeof written !== 'string') return undefined
  const text = written.trim()
  if (IMAGE_DATA.test(text)) return text.length <= LONGEST_IMAGE ? text : undefined
  const address = fromIpfs(text, ipfsGateway) ?? text
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return undefined
  const { protocol, username, password, href } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}

/** `ipfs://…` by way of the gateway; undefined for anything else. */
export function fromIpfs(text: string, ipfsGateway: string | undefined): string | undefined {
  const path = /^ipfs:\/\/(?:ipfs\/)?([\w./%-]+)$/.exec(text)?.[1]
  if (path === undefined || ipfsGateway === undefined || path.includes('..')) return undefined
  return `${ipfsGateway.replace(/\/$/, '')}/ipfs/${path}`
}

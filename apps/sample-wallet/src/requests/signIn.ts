export type SignIn = { readonly domain: string; readonly statement?: string; readonly uri?: string }

/** Recognises a sign-in message (ERC-4361) so that it can be shown as one and its domain be checked. */
export function readSignIn(text: string): SignIn | undefined {
  const [first = '', , , ...rest] = text.split('\n')
  const domain = /^(?:[a-z]+:\/\/)?(\S+) wants you to sign in with your Ethereum account:$/.exec(
    first,
  )?.[1]
  if (!domain) return undefined
  const statement = rest[0] && !rest[0].startsWith('URI: ') ? rest[0] : undefined
  const uri = rest.find((line) => line.startsWith('URI: '))?.slice(5)
  return { domain, ...(statement && { statement }), ...(uri && { uri }) }
}

import type { PhoneScript } from './phoneState.js'

const scripts: readonly PhoneScript[] = ['ask', 'approve', 'refuse', 'never']

export type Query = { readonly uri?: string; readonly script: PhoneScript }

/** `?uri=wc:…` pairs at once; `?script=approve` decides without a person. */
export function readQuery(search: string): Query {
  const query = new URLSearchParams(search)
  const uri = query.get('uri')
  const script = scripts.find((known) => known === query.get('script')) ?? 'ask'
  return { script, ...(uri && { uri }) }
}

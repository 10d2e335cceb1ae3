/** One way to one chain. */
export type Endpoint = {
  readonly url: string
  /** The chain it is said to serve. */
  readonly reference: string
  /** Resolves once the endpoint has said so itself; rejects when it says otherwise. */
  checked: Promise<void> | undefined
  /** It wants to be left alone, or serves another chain; milliseconds since the epoch. */
  outUntil: number
}

/** What this page has learned of its nodes. Owned by the family. */
export type Endpoints = Map<string, Endpoint>

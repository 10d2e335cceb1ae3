/** How an account is called. Both are absent for most. */
export type Identity = {
  readonly name?: string | undefined
  /** The picture itself as a `data:` address, or where the provider serves it. */
  readonly avatar?: string | undefined
}

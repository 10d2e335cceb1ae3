/** How an account is called. Both are absent for most. */
export type Identity = {
  readonly name?: string | undefined
  /** An `https:` or `data:` image. */
  readonly avatar?: string | undefined
}

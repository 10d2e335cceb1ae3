/** A bad setting; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'bad-config'
}

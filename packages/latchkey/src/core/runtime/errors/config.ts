import { WidgetError } from './WidgetError.js'

/** An option is unknown, malformed or contradicts another; `option` names it. */
export class InvalidOptionError extends WidgetError {
  readonly code = 'config/invalid-option'

  constructor(
    readonly option: string,
    problem: string,
  ) {
    super(`Option \`${option}\` ${problem}`)
  }
}

/** `siweConfig` and `siwx` were both given. */
export class SignInConflictError extends WidgetError {
  readonly code = 'config/sign-in-conflict'

  constructor() {
    super('Cannot set both `siweConfig` and `siwx` options')
  }
}

/** The widget was used after `destroy`. */
export class DestroyedError extends WidgetError {
  readonly code = 'config/destroyed'

  constructor() {
    super('This widget was destroyed')
  }
}

/** A hook was used before a widget was created. */
export class NotCreatedError extends WidgetError {
  readonly code = 'config/not-created'

  constructor(readonly hook: string) {
    super(`Call \`createLatchkey\` before using \`${hook}\``)
  }
}

/** A browser-only call was made in a React server component. */
export class ServerComponentError extends WidgetError {
  readonly code = 'config/server-component'

  constructor(readonly call: string) {
    super(
      `\`${call}\` was called in a server component. Call it in a file that starts with 'use client', and render that file's component in your layout`,
    )
  }
}

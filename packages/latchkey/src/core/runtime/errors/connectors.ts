import { WidgetError } from './WidgetError.js'

/** The browser blocked the wallet's window. */
export class PopupBlockedError extends WidgetError {
  readonly code = 'wallet/popup-blocked'

  constructor(walletName: string, options?: { readonly cause?: unknown }) {
    super(
      `The browser blocked the ${walletName} window. Allow pop-ups for this site and try again`,
      options,
    )
  }
}

/**
 * The page's `Cross-Origin-Opener-Policy: same-origin` blocks responses from the wallet's window.
 * Use `same-origin-allow-popups`.
 */
export class OpenerPolicyError extends WidgetError {
  readonly code = 'wallet/opener-policy'

  constructor(walletName: string, options?: { readonly cause?: unknown }) {
    super(
      `This site's security settings block the ${walletName} window. Try another wallet`,
      options,
    )
  }
}

/** A connector needs a package that is not installed or could not be loaded. */
export class PackageMissingError extends WidgetError {
  readonly code = 'wallet/package-missing'

  constructor(
    walletName: string,
    readonly packageName: string,
    options?: { readonly cause?: unknown },
  ) {
    super(
      `${walletName} needs the package ${packageName}, which is not installed or could not be loaded`,
      options,
    )
  }
}

/**
 * The Safe signs messages by a transaction, so there is no signature. Once it is executed, the
 * empty signature is valid for the Safe (ERC-1271).
 */
export class SignedOnChainError extends WidgetError {
  readonly code = 'wallet/signed-on-chain'

  constructor(readonly safeTxHash: string) {
    super('This Safe signs with a transaction. Its owners need to approve and execute it')
  }
}

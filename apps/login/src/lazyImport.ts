import { LoginError } from './loginError.js'

/**
 * A part of the frame that is fetched when it is first needed. It cannot come while there is no
 * connection, or when the site has been replaced by a newer one since this document was loaded.
 */
export async function lazyImport<part>(loading: Promise<part>): Promise<part> {
  try {
    return await loading
  } catch (cause) {
    const message = 'The login page did not load completely. Reload this page and try again'
    throw new LoginError({ code: 'unreachable', message }, { cause })
  }
}

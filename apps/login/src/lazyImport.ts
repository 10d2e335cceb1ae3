import { LoginError } from './loginError.js'

/**
 * Loads a part of the frame on first use. Fails without a connection, or when a newer release has
 * replaced the site since this document was loaded.
 */
export async function lazyImport<part>(loading: Promise<part>): Promise<part> {
  try {
    return await loading
  } catch (cause) {
    const message = 'The login page did not load completely. Reload this page and try again'
    throw new LoginError({ code: 'unreachable', message }, { cause })
  }
}

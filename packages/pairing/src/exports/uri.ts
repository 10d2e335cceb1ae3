export {
  formatPairingUri,
  isUriExpired,
  type PairingUri,
  parsePairingUri,
  uriLifetimeMs as URI_LIFETIME_MS,
} from '../session/uri.js'

export {
  formatPairingUri,
  isUriExpired,
  type PairingUri,
  parsePairingUri,
  URI_LIFETIME_MS,
} from '../session/uri.js'

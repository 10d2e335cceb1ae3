export {
  isPairingError,
  PairingError,
  type PairingErrorCode,
  type PeerErrorBody,
} from '../errors.js'

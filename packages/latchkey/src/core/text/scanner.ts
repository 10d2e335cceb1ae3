/** Texts of the QR scanner. Import as `* as scannerText`. */

export const scanner = {
  label: 'QR code scanner',
  asking: 'Waiting for the camera. Your browser may ask for permission.',
  watching: 'Point the camera at a QR code.',
  nothingYet: 'No code found yet. Hold it steady in good light and fill the frame.',
  choosePicture: 'Use a picture',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  light: 'Light',
  noCodeInPicture: 'No QR code found in this picture. Try a sharper one.',
  unreadablePicture: 'This file could not be read as a picture. Choose another one.',
  pictureTooLarge: 'This picture is too large. Choose one under 20 MB.',
} as const

/** Why the camera shows nothing, and what to do. */
export const cameraFaults = {
  denied: {
    title: 'Camera blocked',
    text: 'Allow the camera for this site in your browser, then try again.',
  },
  missing: {
    title: 'No camera found',
    text: 'Connect a camera and try again, or use a picture of the code.',
  },
  busy: {
    title: 'Camera in use',
    text: 'Close other apps and tabs that use it, then try again.',
  },
  failed: {
    title: 'Scanner did not start',
    text: 'Check your connection, then try again.',
  },
} as const

/** The command that begins a queue, for whoever asks for one where there is none. */
export const daemonStartHint = 'daemon start';

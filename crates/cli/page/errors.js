// Errors between the page and the program.

export class ProgramError extends Error {}

/** The program cannot be reached, or refuses the token of this page. */
export class LostError extends ProgramError {}

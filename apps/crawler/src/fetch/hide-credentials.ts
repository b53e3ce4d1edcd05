/** Hides the credentials of every URL in a message that somebody else wrote. */
export function hideCredentials(message: string): string {
  return message.replace(/\/\/[^/\s@?#]*@/g, '//');
}

/** The session has ended here, but still has to end at its provider. */
export class SignedOut {
  /** The provider's page that ends its session and then returns to this server. */
  redirect_to: string;
}

/** Where an annotation came from: a program, or a person in the web app. */
export enum AnnotationSource {
  API = 'API',
  APP = 'APP',
}

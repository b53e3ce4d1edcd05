import { openApiDocument, type ServiceApi } from '@feedwarden/contracts';
import { malformedRequests } from './malformed-requests.js';

/** Another method is not the documented operation. */
const OF_NO_OPERATION = 405;

/** The refusals that the OpenAPI document says nothing of, where a request is made of the operation it tells of. */
export function undocumentedRefusals(api: ServiceApi): string[] {
  const { paths } = openApiDocument(api);
  const refusals = malformedRequests(api).flatMap(({ operation: { path, method }, given, status }) => {
    const documented = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]?.responses ?? {};
    const missing = [status].flat().filter((one) => one !== OF_NO_OPERATION && !(one in documented));
    return missing.map((one) => `${one} to ${given}`);
  });
  return [...new Set(refusals)];
}

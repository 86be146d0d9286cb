import { graphql } from '../../../graphql.js';

// Senders use `exact`, so that the numbers in fixed values and parameters do not change.

export const CreateBuiltInMutation = graphql(`
  mutation CreateDatasetBuiltInEvaluator($input: CreateDatasetBuiltinEvaluatorInput!) {
    createDatasetBuiltinEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const UpdateBuiltInMutation = graphql(`
  mutation UpdateDatasetBuiltInEvaluator($input: UpdateDatasetBuiltinEvaluatorInput!) {
    updateDatasetBuiltinEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const CreateCodeMutation = graphql(`
  mutation CreateCodeEvaluator($input: CreateCodeEvaluatorInput!) {
    createCodeEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const CreateCodeVersionMutation = graphql(`
  mutation CreateCodeEvaluatorVersion($input: CreateCodeEvaluatorVersionInput!) {
    createCodeEvaluatorVersion(input: $input) {
      wasCreated
    }
  }
`);

export const PatchCodeMutation = graphql(`
  mutation PatchCodeEvaluator($input: PatchCodeEvaluatorInput!) {
    patchCodeEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const AttachCodeMutation = graphql(`
  mutation CreateDatasetCodeEvaluator($input: CreateDatasetCodeEvaluatorInput!) {
    createDatasetCodeEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const UpdateCodeMutation = graphql(`
  mutation UpdateDatasetCodeEvaluator($input: UpdateDatasetCodeEvaluatorInput!) {
    updateDatasetCodeEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const CreateLlmMutation = graphql(`
  mutation CreateDatasetLlmEvaluator($input: CreateDatasetLLMEvaluatorInput!) {
    createDatasetLlmEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const UpdateLlmMutation = graphql(`
  mutation UpdateDatasetLlmEvaluator($input: UpdateDatasetLLMEvaluatorInput!) {
    updateDatasetLlmEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const RemoveEvaluatorsMutation = graphql(`
  mutation RemoveDatasetEvaluators($input: DeleteDatasetEvaluatorsInput!) {
    deleteDatasetEvaluators(input: $input) {
      datasetEvaluatorIds
    }
  }
`);

export const AttachLlmMutation = graphql(`
  mutation AttachLlmEvaluator($input: AttachLLMEvaluatorInput!) {
    attachLlmEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const CreateStandaloneLlmMutation = graphql(`
  mutation CreateLlmEvaluator($input: CreateLLMEvaluatorInput!) {
    createLlmEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const UpdateStandaloneLlmMutation = graphql(`
  mutation UpdateLlmEvaluator($input: UpdateLLMEvaluatorInput!) {
    updateLlmEvaluator(input: $input) {
      evaluator {
        id
      }
    }
  }
`);

export const DeleteEvaluatorsMutation = graphql(`
  mutation DeleteEvaluators($input: DeleteEvaluatorsInput!) {
    deleteEvaluators(input: $input) {
      evaluatorIds
    }
  }
`);

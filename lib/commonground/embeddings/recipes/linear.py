"""The linear algebra that recipes share, in one thread: the number of cores must not change the vectors."""

import numpy as np
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.utils.extmath import randomized_svd
from threadpoolctl import threadpool_limits


def unit_rows(vectors: np.ndarray) -> np.ndarray:
    """Scale every row to length one; a row of zeros stays."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(norms > 0, norms, 1))


def singular_rows(matrix: sparse.csr_matrix, dimension: int) -> np.ndarray:
    """Give U√S of the truncated singular value decomposition, with scikit-learn's fixed signs."""
    with threadpool_limits(1):
        left, values, _ = randomized_svd(matrix, min(dimension, *matrix.shape), n_iter=4, random_state=0)
    return np.asarray(left * np.sqrt(values))


def principal_components(vectors: np.ndarray, dimension: int) -> np.ndarray:
    """Project centred vectors on their first principal components, with scikit-learn's fixed signs."""
    with threadpool_limits(1):
        pca = PCA(min(dimension, *vectors.shape), svd_solver="covariance_eigh")
        return np.asarray(pca.fit_transform(vectors))
